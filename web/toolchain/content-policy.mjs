// The content security policy of every page. It forbids requests to other hosts, inline code and
// inline style. It allows WebAssembly to compile. Vite's development server injects inline code and
// style, so it has a weaker policy.

const strict = {
  "default-src": "'self'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "img-src": "'self' blob: data:",
  "style-src": "'self'",
  "font-src": "'self'",
  "connect-src": "'self'",
};

const development = {
  ...strict,
  "script-src": "'self' 'wasm-unsafe-eval' 'unsafe-inline'",
  "style-src": "'self' 'unsafe-inline'",
  "connect-src": "'self' ws:",
};

/** @param {Record<string, string>} policy */
function policyText(policy) {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}

/**
 * A Vite plugin that puts the policy first into the head of every page.
 * @returns {import("vite").Plugin}
 */
export function contentPolicy() {
  let policy = strict;
  return {
    name: "content-policy",
    configResolved(config) {
      if (config.command === "serve") policy = development;
    },
    transformIndexHtml() {
      return [
        {
          tag: "meta",
          attrs: { "http-equiv": "Content-Security-Policy", content: policyText(policy) },
          injectTo: "head-prepend",
        },
      ];
    },
  };
}
