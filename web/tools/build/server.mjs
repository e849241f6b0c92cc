// A file server for loopback, made with sirv. It serves one folder with GET and HEAD, with the headers
// that every server should send (hosting.mjs), and sends the compressed files where there are some.
// Tests let it serve below a sub-path, or as other file servers do: with wrong content types, without
// the headers, without compression.

import { statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { cacheControl, HEADERS } from "./hosting.mjs";

/**
 * @typedef {object} ServerOptions
 * @property {number} [port] the port to try first; any free one when absent or taken
 * @property {string} [base] the path that the folder appears under: begins and ends with a slash
 * @property {Record<string, string>} [types] content types by extension that replace the true ones
 * @property {Record<string, string>} [headers] sent with every answer, beside those of a plain server
 * @property {boolean} [plain] a server that knows nothing about the site: it sends no headers of its
 *   own and no compressed files
 * @property {boolean} [offline] lets browsers keep a copy of the pages, as other file servers do
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
export async function serve(folder, options) {
  const { port = 0, base = "/", types = {}, plain = false, offline = false } = options;
  const headers = { ...(plain ? {} : HEADERS), ...options.headers };
  const files = sirv(folder, {
    dev: true, // looks at the files for every request: a build may replace them
    etag: true,
    brotli: !plain,
    gzip: !plain,
    setHeaders(response, pathname) {
      const type = types[path.extname(pathname)];
      if (type) response.setHeader("Content-Type", type);
      if (!plain) response.setHeader("Cache-Control", cacheControl(pathname.slice(1)));
    },
  });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    /** @type {(status: number, text: string, more?: Record<string, string>) => void} */
    const refuse = (status, text, more) => void response.writeHead(status, more).end(text);
    const { method = "", url = "" } = request;
    if (method !== "GET" && method !== "HEAD") return refuse(405, "", { Allow: "GET, HEAD" });
    const [pathname = ""] = url.split(/[?#]/);
    if (!isReadable(pathname)) return refuse(400, "the address cannot be read\n");
    if (!pathname.startsWith(base)) return refuse(404, "not found\n");
    const below = pathname.slice(base.length);
    if (below === "service-worker.js" && !offline) {
      // 204 tells the page that there is none. A browser that has kept an earlier copy asks for a newer worker.
      if (request.headers["service-worker"] !== "script") return refuse(204, "");
      return refuse(200, FORGET_COPIES, { "Content-Type": "text/javascript" });
    }
    // A folder's index has relative addresses, so it is served at the address with the slash.
    if (!/(^|\/)$/.test(below) && isFolder(folder, below)) {
      return refuse(301, "", { Location: `${pathname}/` });
    }
    request.url = `/${below}`;
    files(request, response, () => refuse(404, "not found\n"));
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
 * A service worker that deletes every copy, says to pages that there is none, and ends. Pages that are open stay as they are. The
 * browser may stop it at any moment, so it ends as the last thing: until then a page that asks lets it begin again.
 */
const FORGET_COPIES = `
async function forget() {
  const own = (await caches.keys()).filter((name) => name.startsWith("livelock-lab " + registration.scope));
  await Promise.all(own.map((name) => caches.delete(name)));
  await registration.unregister();
}
addEventListener("message", (event) => {
  if (event.data?.type !== "FACTS") return;
  event.ports[0]?.postMessage(null);
  event.waitUntil(forget());
});
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(forget()));
`;

/** @param {string} pathname */
function isReadable(pathname) {
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}

/**
 * @param {string} folder
 * @param {string} below
 */
function isFolder(folder, below) {
  const target = path.join(folder, decodeURIComponent(below));
  const isInside = target.startsWith(path.join(folder, path.sep));
  return isInside && statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
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
