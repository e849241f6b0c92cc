// Configures web servers for the built site: one table of headers, written in the formats of common hosts.
// `_headers` is read by Netlify and Cloudflare Pages, `.htaccess` by Apache; what GitHub Pages reads is in web/public.
// Our own server (server.mjs) sends the same headers. lessons/hosting.md says what to copy where.

import { writeFileSync } from "node:fs";
import path from "node:path";
import { builtPolicy } from "./content-policy.mjs";

/** The names of these files contain a hash of their content: a browser never has to ask for them again. */
const FOREVER = "public, max-age=31536000, immutable";
/** A browser asks each time whether the file has changed. */
const ASK_AGAIN = "no-cache";

/** The headers of every file. Everybody may embed the pages, so `frame-ancestors` is left out. */
export const HEADERS = {
  // Lets a page start inside an iframe with `sandbox` and without `allow-same-origin`.
  "Access-Control-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
};

/**
 * The header Cache-Control of one file.
 * @param {string} name path below the site's folder
 */
export function cacheControl(name) {
  return name.startsWith("assets/") ? FOREVER : ASK_AGAIN;
}

/** Types that old servers do not know, or serve as something else. */
const TYPES = {
  "application/wasm": "wasm",
  "text/javascript": "js",
  "application/manifest+json": "webmanifest",
};

/** Encodings and the endings of their files, best first. */
const ENCODINGS = { br: "br", gzip: "gz" };

const allHeaders = { ...HEADERS, "Content-Security-Policy": builtPolicy };

/** The file for Netlify and Cloudflare Pages. Both compress by themselves, and know every type. */
function headersFile() {
  const lines = Object.entries(allHeaders).map(([name, value]) => `  ${name}: ${value}`);
  return `/*
${lines.join("\n")}
  Cache-Control: ${ASK_AGAIN}
/assets/*
  ! Cache-Control
  Cache-Control: ${FOREVER}
`;
}

/** The file for Apache: every part is left out where the server lacks the module. */
function apacheFile() {
  const headers = Object.entries(allHeaders).map(
    ([name, value]) => `  Header always set ${name} "${value}"`,
  );
  const types = Object.entries(TYPES).map(([type, ending]) => `  AddType ${type} .${ending}`);
  return `# Apache: headers, types and compressed files of Livelock Lab (lessons/hosting.md).

<IfModule mod_mime.c>
${types.join("\n")}
  AddDefaultCharset utf-8
  # Debian's Apache takes the ending .br for the language Breton.
  RemoveLanguage .br
</IfModule>

<IfModule mod_headers.c>
${headers.join("\n")}
  Header set Cache-Control "${ASK_AGAIN}"
  <If "%{REQUEST_URI} =~ m#/assets/[^/]+$#">
    Header set Cache-Control "${FOREVER}"
  </If>
</IfModule>

# Sends "x.js.br" or "x.js.gz" instead of "x.js" to browsers that can read it.
<IfModule mod_rewrite.c>
<IfModule mod_headers.c>
<IfModule mod_env.c>
  RewriteEngine On
  # The folder's address, which differs from its path on the disk in personal web space (/~name/).
  RewriteCond %{REQUEST_URI}::$1 ^(.*?/)(.*)::\\2$
  RewriteRule ^(.*)$ - [E=BASE:%1]
${Object.entries(ENCODINGS).map(apacheEncoding).join("\n")}
</IfModule>
</IfModule>
</IfModule>
`;
}

/** @param {[string, string]} encoding name and ending */
function apacheEncoding([encoding, ending]) {
  const types = {
    ...TYPES,
    "text/html": "html",
    "text/css": "css",
    "image/svg+xml": "svg",
    "application/json": "json",
  };
  const endings = Object.values(types).join("|");
  const forced = Object.entries(types).map(
    ([type, of]) => `  <FilesMatch "\\.${of}\\.${ending}$">
    ForceType ${type}
  </FilesMatch>`,
  );
  // "no-gzip": the server must not compress the file once more.
  return `  RewriteCond %{HTTP:Accept-Encoding} \\b${encoding}\\b
  RewriteCond %{REQUEST_FILENAME}.${ending} -f
  RewriteRule ^(.*\\.(?:${endings}))$ %{ENV:BASE}$1.${ending} [L]
  <FilesMatch "\\.(${endings})\\.${ending}$">
    SetEnv no-gzip 1
    SetEnv no-brotli 1
    Header set Content-Encoding ${encoding}
    Header append Vary Accept-Encoding
  </FilesMatch>
${forced.join("\n")}`;
}

/**
 * Writes the files for hosts into the folder of a built site.
 * @param {string} folder
 */
export function writeHostingFiles(folder) {
  writeFileSync(path.join(folder, "_headers"), headersFile());
  writeFileSync(path.join(folder, ".htaccess"), apacheFile());
}
