import type { EntityChange, StateChanges } from "@silo/artifacts";
import { lineText } from "@silo/errors";
import { painter } from "./painter.js";
import { valueText } from "./value-text.js";

type Field = EntityChange["fields"][number];

/** What a run changed, for a person: one entity after the other with its fields, then all other fields. */
export function changesLines({ entities, scalars }: StateChanges, colors: boolean): string[] {
  const paint = painter(colors);
  const marks = { added: paint.green("+"), removed: paint.red("-"), changed: paint.yellow("~") };
  const fieldLine = ({ field, ...values }: Field, indent: string): string => {
    const { from, to } = values;
    const name = `${indent}${lineText(field, { max: 200 })}: `;
    if (!("from" in values)) return `${name}${paint.green(valueText(to))}`;
    if (!("to" in values)) return `${name}${paint.red(valueText(from))} is gone`;
    return `${name}${paint.red(valueText(from))} → ${paint.green(valueText(to))}`;
  };
  return [
    ...entities.flatMap(({ collection, id, change, fields }) => {
      const place = lineText(collection === "" ? id : `${collection}.${id}`, { max: 200 });
      return [`${marks[change]} ${place}  ${change}`, ...fields.map((field) => fieldLine(field, "    "))];
    }),
    ...scalars.map((scalar) => fieldLine(scalar, "~ ")),
  ];
}
