// Facts about error boundaries.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { cardError, ErrorBoundary, LoadError } from "./error-boundary";

it("what_is_thrown_becomes_an_error_with_its_text", () => {
  const { error } = ErrorBoundary.getDerivedStateFromError("no such lane");
  expect(error.message).toBe("no such lane");
});

it("a_card_says_what_happened_and_offers_to_try_again", () => {
  const shown = renderToStaticMarkup(<>{cardError(new Error("no such lane"), () => undefined)}</>);
  expect(shown).toContain('role="alert"');
  expect(shown).toContain("no such lane");
  expect(shown).toMatch(/<button[^>]*>Try again/);
});

it("a_script_that_could_not_be_loaded_is_no_error_of_the_lab_and_a_reload_is_offered", () => {
  const missing = new LoadError("assets/help.js");
  const shown = renderToStaticMarkup(<>{cardError(missing, () => undefined)}</>);
  expect(shown).toContain('role="alert"');
  expect(shown).toMatch(/<button[^>]*>Reload the page/);
  expect(shown).not.toContain("Try again");
  expect(shown).not.toContain("error in Livelock Lab");
});
