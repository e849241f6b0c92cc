// Whether this page is a lesson's package for a learning platform: `npm run lesson -- export` names the lesson in a meta
// element of the package's page.

/** The name of that meta element (`tools/build/scorm.mjs` writes it). */
const META = "lesson-package";

/** Returns the id of the lesson, or null on the site. */
export function packagedLesson(): string | null {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`);
  return meta === null ? null : meta.content;
}
