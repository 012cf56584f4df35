import { fullFormats } from "ajv-formats/dist/formats.js";

/** A sample of every format, to show what is wanted. */
const samples: Readonly<Record<string, string>> = {
  date: "2031-03-23",
  time: "14:30:00Z",
  "date-time": "2031-03-23T14:30:00Z",
  "iso-time": "14:30:00",
  "iso-date-time": "2031-03-23T14:30:00",
  duration: "P3DT4H",
  uri: "https://example.com/a",
  "uri-reference": "/a?b=c",
  "uri-template": "/items/{id}",
  url: "https://example.com/a",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  regex: "^[a-z]+$",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  "json-pointer": "/a/0",
  "json-pointer-uri-fragment": "#/a/0",
  "relative-json-pointer": "1/a",
  byte: "aGVsbG8=",
};

/** Formats that only annotate: known, and nothing is checked. */
const annotations = new Set([
  "password",
  "binary",
  "int32",
  "int64",
  "float",
  "double",
  "idn-email",
  "idn-hostname",
  "iri",
  "iri-reference",
]);

/** A sample of a format, where there is one. */
export function formatSample(format: string): string | undefined {
  return Object.hasOwn(samples, format) ? samples[format] : undefined;
}

/** Whether a format is one of those that JSON Schema, OpenAPI or ajv-formats define. */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(fullFormats, format) || annotations.has(format);
}

/** Whether a text has a format. An unknown format refuses nothing. */
export function isFormat(format: string, text: string): boolean {
  const definition: unknown = Object.hasOwn(fullFormats, format)
    ? (fullFormats as Readonly<Record<string, unknown>>)[format]
    : undefined;
  if (definition instanceof RegExp) return definition.test(text);
  if (typeof definition === "function") return (definition as (value: string) => boolean)(text);
  if (typeof definition === "object" && definition !== null && "validate" in definition) {
    const { validate, type } = definition as { validate: unknown; type?: string };
    if (type === "number") return true;
    if (validate instanceof RegExp) return validate.test(text);
    if (typeof validate === "function") return (validate as (value: string) => boolean)(text);
  }
  return true;
}
