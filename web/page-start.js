// Runs before the module script of every page, as a classic script that the build puts into the head
// (tools/build/content-policy.mjs). It leads from the lab's page to the page of an embedded lab, which loads less. It asks
// for the files of the page in the address, shows the introduction in the reader's language, and says why a page stays
// empty when its module script cannot be loaded.
const leadToEmbed = () => {
  if (
    !/^#(?:\/|%(?:25)*2F)*embed\b/i.test(location.hash) ||
    location.pathname.endsWith("/embed.html")
  )
    return;
  location.replace(new URL(`embed.html${location.search}${location.hash}`, location.href));
};
leadToEmbed();
addEventListener("hashchange", leadToEmbed);

// The build lists the files of each page (tools/vite/first-files.mjs).
const list = document.getElementById("first-files")?.textContent ?? "{}";
const filesByPage = new Map(Object.entries(JSON.parse(list)));
const page = /^#(?:\/|%(?:25)*2F)*([\w-]+)/i.exec(location.hash)?.[1] ?? "lab";
// Only the lab begins with the introduction (index.html).
document.documentElement.dataset.firstPage = page;
const ask = (href) => {
  const link = document.createElement("link");
  link.rel = href.endsWith(".js") ? "modulepreload" : "preload";
  if (href.endsWith(".css")) link.as = "style";
  if (href.endsWith(".wasm")) link.as = "fetch";
  link.crossOrigin = "anonymous";
  link.href = href;
  document.head.append(link);
};
// The simulator is as large as everything else together: it comes after the first paint, or after three seconds, because a page in the
// background is not painted. main.tsx waits in the same way (ui/after-paint.ts).
const [later, first] = [true, false].map((isLater) =>
  (filesByPage.get(page) ?? []).filter((href) => href.endsWith(".wasm") === isLater),
);
first.forEach(ask);
const askLater = () => later.splice(0).forEach(ask);
new PerformanceObserver(askLater).observe({ type: "paint", buffered: true });
setTimeout(askLater, 3000);

// The build lists the paragraphs of the introduction by language (tools/vite/first-texts.mjs). The language is chosen as in
// i18n/languages.ts: that of the address, else the saved one, else the browser's.
const showIntroduction = () => {
  const texts = JSON.parse(document.getElementById("first-texts")?.textContent ?? "{}");
  let saved;
  try {
    saved = JSON.parse(localStorage.getItem("livelock-lab.preferences"))?.language;
  } catch {
    // Without storage, the browser's languages decide.
  }
  const wanted = [new URLSearchParams(location.search).get("lang"), saved, ...navigator.languages];
  const ids = wanted.map((tag) => String(tag).toLowerCase().split(/[-_]/)[0]);
  const id = ids.find((one) => one === "en" || Object.hasOwn(texts, one));
  texts[id]?.forEach((text, at) => {
    const paragraph = document.querySelectorAll(".first-introduction > p")[at];
    if (paragraph) paragraph.textContent = text;
  });
};
// All elements are there, and the page's script has not run.
document.addEventListener("readystatechange", showIntroduction, { once: true });

addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    const reason =
      location.protocol === "file:"
        ? "It was opened as a file. Browsers start it only from a server: run “npm start”, or copy the folder to a web server."
        : origin === "null"
          ? "It is in an iframe with the attribute “sandbox” and without “allow-same-origin”. Its server must then send the header “Access-Control-Allow-Origin: *”. Add this header, or add “allow-same-origin” to the attribute (Safari needs that)."
          : "Check the connection, then reload. If it stays like this, a part of the site’s folder is missing on the server: copy the whole folder again.";
    const show = () => {
      const text = document.createElement("p");
      text.setAttribute("role", "alert");
      text.textContent = `Livelock Lab could not start. ${reason}`;
      document.getElementById("page")?.replaceChildren(text);
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
    else show();
  },
  true,
);
