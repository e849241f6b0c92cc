// Modules and scripts that a page loads later (web/toolchain/simulators.mjs).
declare module "virtual:simulators" {
  /** Addresses by name: `linux.wasm`. A development server and tests know those that are built. */
  export const laterFiles: Readonly<Record<string, string | undefined>>;
}
