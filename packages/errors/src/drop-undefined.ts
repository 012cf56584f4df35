type Dropped<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** The fields that have a value: what is not said is absent, on the wire and off it. */
export function dropUndefined<Fields extends object>(fields: Fields): Dropped<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Defines each field, so that one named `__proto__` is a field like any other.
  return Object.fromEntries(given) as Dropped<Fields>;
}
