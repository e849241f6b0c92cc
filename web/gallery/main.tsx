// The gallery page: every view over frozen frames, for development and as the list of screenshots. In the address,
// #story=machine-collapsed shows a single story and &theme=dark the dark theme.
import "@fontsource-variable/source-sans-3";
import "@fontsource/source-code-pro/400.css";
import "@fontsource/source-code-pro/600.css";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import "../ui/tokens.css";
import "../ui/utilities.css";
import { useHash } from "../shell/location-hash";
import { usePalette } from "../ui/appearance";
import "./gallery.css";
import { stories } from "./stories";

interface Address {
  story: string;
  theme: string;
}

function readAddress(hash: string): Address {
  const parameters = new URLSearchParams(hash.slice(1));
  return { story: parameters.get("story") ?? "", theme: parameters.get("theme") ?? "light" };
}

function Gallery() {
  const address = readAddress(useHash());
  const { story, theme } = address;
  const palette = usePalette();
  useEffect(() => document.documentElement.setAttribute("data-theme", theme), [theme]);
  const shown = stories.filter((one) => story === "" || one.id === story);
  return (
    <main>
      {story === "" ? <Contents theme={theme} /> : null}
      {shown.map(({ id, title, Story }) => (
        <section key={id} className="card" aria-label={title}>
          <h2>
            <a href={`#story=${id}&theme=${theme}`}>{title}</a>
          </h2>
          <Story palette={palette} />
        </section>
      ))}
    </main>
  );
}

function Contents({ theme }: { theme: string }) {
  const other = theme === "dark" ? "light" : "dark";
  return (
    <header>
      <h1>Gallery</h1>
      <p>
        Every view over frozen frames. <a href={`#theme=${other}`}>Show it {other}</a>
      </p>
    </header>
  );
}

const root = document.getElementById("gallery");
if (root === null) throw new Error("gallery/index.html has an element with id gallery");
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
