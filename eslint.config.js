import js from "@eslint/js";
import tseslint from "typescript-eslint";

const ourErrors =
  "SiloError|InputError|AuthError|StateError|RuntimeError|InternalError|ToolError|SchemaError|InputInvalidError|OutputInvalidError|PermissionDeniedError|ToolNotFoundError|InvalidDefinitionError";

const ourSyntax = [
  { selector: "ExportAllDeclaration", message: "Name every export: export { a, b } from …" },
  {
    selector: "ExportDefaultDeclaration",
    message: "Export by name; default exports are for configuration and agents.",
  },
  { selector: "TSEnumDeclaration", message: "Use a const table and a union of its keys." },
];

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "**/tarballs/**",
      "**/coverage/**",
      "apps/retail/generated/**",
    ],
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", { max: 400 }],
      "no-restricted-syntax": ["error", ...ourSyntax],
      eqeqeq: "error",
      // We escape control characters in what models and terminals read, so they stand in patterns.
      "no-control-regex": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    // Two copies of a package are the normal case for a command that loads an author's module.
    files: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"],
    ignores: ["packages/errors/**", "**/*.test.ts", "**/*.test-d.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...ourSyntax,
        {
          selector: `BinaryExpression[operator='instanceof'][right.name=/^(${ourErrors})$/]`,
          message: "Use isSiloError, isCodedError or isToolError.",
        },
      ],
    },
  },
  {
    files: ["*.{js,ts}", "**/tsup.config.ts", "**/*.config.{js,ts,cjs}", "**/agents/**", "**/*.cjs"],
    rules: { "no-restricted-syntax": "off", "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["**/*.{js,cjs,mjs}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        module: "writable",
        require: "readonly",
        __dirname: "readonly",
      },
    },
  },
);
