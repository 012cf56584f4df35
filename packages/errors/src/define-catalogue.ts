import { textOf } from "./agent-text.js";
import { lineText, quotedText } from "./escape-text.js";
import { isErrorExitCode, type ErrorExitCode } from "./exit-codes.js";
import { renderSuggestion } from "./render-suggestion.js";
import {
  categoryClasses,
  isCodedError,
  type ErrorCategory,
  type SiloError,
  type Suggestion,
} from "./silo-error.js";

/** What a catalogue says about one code (contract E2). `{name}` in `message` and `suggestion` is a parameter. */
export interface CatalogueEntry {
  readonly category: ErrorCategory;
  readonly exitCode: ErrorExitCode;
  readonly isRetryable: boolean;
  readonly message: string;
  /** What the code means, in one sentence without values. Silo's own stand in `@silo/errors/explain`. */
  readonly meaning?: string;
  readonly suggestion: Suggestion;
}

type Identifier<Name extends string> = Name extends `${string} ${string}` | "" ? never : Name;

/** The names of the `{name}` placeholders in a text; braces that hold a space are ordinary text. */
export type ParameterNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Identifier<Name> | ParameterNames<Rest>
  : never;

type TextsOf<Entry extends CatalogueEntry> =
  | Entry["message"]
  | Entry["suggestion"]["fix"]
  | (Entry["suggestion"] extends { readonly example: infer Example extends string } ? Example : never);

/** What has to be given to make an error of that entry: one value for every placeholder. */
export type ParametersOf<Entry extends CatalogueEntry> = {
  readonly [Name in ParameterNames<TextsOf<Entry>>]: string | number;
};

/** A `SiloError` of one of a catalogue's codes: a union over `Code`, so that comparing `code` narrows it. */
export type CataloguedError<Code extends string> = Code extends unknown
  ? SiloError & { readonly code: Code }
  : never;

/** A {@link CataloguedError} whose `details` are known to hold the parameters of its code. */
export type DetailedError<
  Entries extends Record<string, CatalogueEntry>,
  Code extends keyof Entries & string,
> = Code extends unknown
  ? SiloError & {
      readonly code: Code;
      readonly details: ParametersOf<Entries[Code]> & Readonly<Record<string, unknown>>;
    }
  : never;

/** What may be said about one error beyond its parameters. */
export interface CreateOptions {
  readonly cause?: unknown;
  /** Used instead of the catalogue's. */
  readonly suggestion?: Suggestion | undefined;
  /** Used instead of the catalogue's: whether this one may succeed where the same is done again. */
  readonly isRetryable?: boolean | undefined;
  /** Added to the parameters, which win. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** The codes of one tool, closed and typed. */
export interface Catalogue<Entries extends Record<string, CatalogueEntry>> {
  readonly entries: Entries;
  readonly codes: readonly (keyof Entries & string)[];
  /** An error of that code, in the class of its category. `details` holds every parameter. */
  create<Code extends keyof Entries & string>(
    code: Code,
    parameters: ParametersOf<Entries[Code]>,
    options?: CreateOptions,
  ): DetailedError<Entries, Code>;
  /** Whether it is a coded error with a code and category of this catalogue, whichever copy made it. */
  is(error: unknown): error is CataloguedError<keyof Entries & string>;
  /** Whether it is an error of that code, with all its parameters in `details`. */
  is<Code extends keyof Entries & string>(error: unknown, code: Code): error is DetailedError<Entries, Code>;
  /** The code, its meaning and what to do, as a text for people; undefined for a code that is not in here. */
  explain(code: string): string | undefined;
}

const placeholder = /("?)\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** A parameter longer than this is cut in the message; `details` holds it whole. */
const maxParameter = 8192;

/**
 * Puts parameters into a template. A value that stands right after a quotation mark is escaped as in JSON, so that it cannot
 * end its own quotation; any other keeps its quotation marks. Neither can break the line or hide text.
 */
export function fillTemplate(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replace(placeholder, (whole, quote: string, name: string) => {
    if (!Object.hasOwn(parameters, name)) return whole;
    const write = quote ? quotedText : lineText;
    return quote + write(textOf(parameters[name]), { max: maxParameter });
  });
}

/**
 * Gives a tool codes of its own with the machinery of Silo's (contract E2). Throws TypeError where an entry could not
 * work: a code that is not snake_case or UPPER_CASE or is longer than 63, or an exit code that no error may have.
 */
export function defineCatalogue<const Entries extends Record<string, CatalogueEntry>>(
  entries: Entries,
): Catalogue<Entries> {
  for (const [code, { exitCode }] of Object.entries(entries)) {
    if (!/^([a-z][a-z0-9_]{0,62}|[A-Z][A-Z0-9_]{0,62})$/.test(code)) {
      throw new TypeError(
        `"${lineText(code)}" is no error code: use snake_case or UPPER_CASE, at most 63 characters.`,
      );
    }
    if (!isErrorExitCode(exitCode)) {
      throw new TypeError(`"${code}" cannot exit with ${exitCode}: use another of exitCodes.`);
    }
  }

  function entryOf(code: string): CatalogueEntry | undefined {
    return Object.hasOwn(entries, code) ? entries[code] : undefined;
  }

  function is(error: unknown, code?: string): boolean {
    if (!isCodedError(error)) return false;
    const entry = entryOf(error.code);
    if (entry?.category !== error.category) return false;
    if (code === undefined) return true;
    return (
      code === error.code && parametersOf(entry).every((name) => Object.hasOwn(error.details ?? {}, name))
    );
  }

  return {
    entries,
    codes: Object.keys(entries),
    create(code, parameters, options = {}) {
      const entry = entryOf(code);
      if (!entry) throw new TypeError(`"${lineText(String(code))}" is not in this catalogue.`);
      const { category, exitCode, isRetryable, message, suggestion } = entry;
      const fill = (template: string): string => fillTemplate(template, parameters);
      return new categoryClasses[category]({
        code,
        message: fill(message),
        suggestion: options.suggestion ?? {
          ...suggestion,
          fix: fill(suggestion.fix),
          example: suggestion.example && fill(suggestion.example),
        },
        isRetryable: options.isRetryable ?? isRetryable,
        exitCode,
        details: { ...options.details, ...parameters },
        cause: options.cause,
      }) as DetailedError<Entries, typeof code>;
    },
    is: is as Catalogue<Entries>["is"],
    explain(code) {
      const entry = entryOf(code);
      if (!entry) return undefined;
      const { meaning, category, exitCode, isRetryable, suggestion } = entry;
      return [
        meaning ? `${code}: ${meaning}.` : code,
        `Category ${category}, exit code ${exitCode}, ${isRetryable ? "" : "not "}retryable.`,
        renderSuggestion(suggestion),
      ].join("\n");
    },
  };
}

/** The parameters of an entry, each once, in the order of its texts. */
export function parametersOf({ message, suggestion: { fix, example } }: CatalogueEntry): string[] {
  const names = Array.from([message, fix, example].join(" ").matchAll(placeholder), (match) => match[2]!);
  return [...new Set(names)];
}
