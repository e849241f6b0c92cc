// A file server for loopback: one folder, GET and HEAD, nothing above the folder. It can serve below
// a sub-path and lie about content types, as file servers in the world do; tests ask for both.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

/** @type {Record<string, string>} */
const contentTypes = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".toml": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * @typedef {object} ServerOptions
 * @property {number} [port] the port to try first; any free one when absent or taken
 * @property {string} [base] the path that the folder appears under: begins and ends with a slash
 * @property {Record<string, string>} [types] content types by extension that replace the true ones
 * @property {Record<string, string>} [headers] told with every answer, beside those that always are
 *
 * @typedef {object} RunningServer
 * @property {string} address where the folder's index is, with the base
 * @property {() => Promise<void>} close
 */

/**
 * Serves a folder on 127.0.0.1.
 * @param {string} folder
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 */
export async function serve(folder, { port = 0, base = "/", types = {}, headers: more = {} } = {}) {
  const server = createServer((request, response) => {
    const answer = resolveRequest(folder, base, request.method ?? "", request.url ?? "");
    const headers = { "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", ...more };
    if (!answer.file) {
      response.writeHead(answer.status, { ...headers, ...answer.headers }).end(answer.text);
      return;
    }
    const extension = path.extname(answer.file);
    const type = types[extension] ?? contentTypes[extension] ?? "application/octet-stream";
    response.writeHead(200, { ...headers, "Content-Type": type, "Content-Length": answer.bytes });
    if (request.method === "HEAD") response.end();
    else createReadStream(answer.file).pipe(response);
  });
  const bound = await listen(server, port);
  return {
    address: `http://127.0.0.1:${bound}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * What a request gets: a file, or a status with a text.
 * @param {string} folder
 * @param {string} base
 * @param {string} method
 * @param {string} url path and query as they came
 * @returns {{ status: number, file?: string, bytes?: number, text?: string, headers?: Record<string, string> }}
 */
export function resolveRequest(folder, base, method, url) {
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, text: "GET and HEAD only\n", headers: { Allow: "GET, HEAD" } };
  }
  const pathname = decodePath(url);
  if (pathname === undefined) return { status: 400, text: "the address cannot be read\n" };
  if (!pathname.startsWith(base)) return { status: 404, text: "not found\n" };
  const file = path.join(folder, pathname.slice(base.length));
  const inside = file === path.join(folder, "") || file.startsWith(path.join(folder, path.sep));
  if (!inside) return { status: 404, text: "not found\n" };
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry?.isDirectory() && !pathname.endsWith("/")) {
    return { status: 301, headers: { Location: `${encodeURI(pathname)}/` } };
  }
  const index = entry?.isDirectory() ? path.join(file, "index.html") : file;
  const found = statSync(index, { throwIfNoEntry: false });
  if (!found?.isFile()) return { status: 404, text: "not found\n" };
  return { status: 200, file: index, bytes: found.size };
}

/**
 * @param {string} url
 * @returns {string | undefined} the decoded path, or undefined when it is no path
 */
function decodePath(url) {
  try {
    const pathname = decodeURIComponent(url.split(/[?#]/)[0] ?? "");
    return pathname.startsWith("/") && !pathname.includes("\0") ? pathname : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Listens on the wanted port, or on any free one when it is taken.
 * @param {import("node:http").Server} server
 * @param {number} port
 * @returns {Promise<number>} the port that was bound
 */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (port !== 0 && (error.code === "EADDRINUSE" || error.code === "EACCES")) {
        resolve(listen(server, 0));
      } else reject(error);
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
