/**
 * `.silo/tsconfig.json`. Only what every machine has in common: the editor and the type check read the same file (contract
 * S2, S5).
 */
export const projectTsconfig = {
  compilerOptions: {
    target: "ES2022",
    // DOM for the globals that Node shares with it, such as structuredClone and fetch.
    lib: ["ES2023", "DOM"],
    module: "ESNext",
    moduleResolution: "Bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    isolatedModules: true,
    allowImportingTsExtensions: true,
  },
  include: ["environments/**/*"],
};
