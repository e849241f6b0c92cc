// Says why the page stays empty when its module script does not start. The build puts this classic script into the
// head of the pages (toolchain/content-policy.mjs), because what it reports is that no module can be loaded.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    const reason =
      location.protocol === "file:"
        ? "It was opened as a file. Browsers start it only from a server: run “npm start”, or copy the folder to a web server."
        : origin === "null"
          ? "It is in an iframe with the attribute “sandbox” and without “allow-same-origin”. Its server must then send the header “Access-Control-Allow-Origin: *”. Add this header, or add “allow-same-origin” to the attribute."
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
