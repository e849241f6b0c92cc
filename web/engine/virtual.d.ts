// Modules and scripts that a page loads later (web/toolchain/simulators.mjs).
declare module "virtual:simulators" {
  /** Addresses by file name, such as `linux.wasm`. In development and in tests, only the built files are in it. */
  export const laterFiles: Readonly<Record<string, string | undefined>>;
}
