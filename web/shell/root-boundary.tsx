// The last error boundary: whatever fails outside the page and its parts, the reader sees an explanation with buttons, and never
// an empty page.
import type { ReactNode } from "react";
import { ErrorBoundary } from "../ui/error-boundary";
import { pageError } from "./error-pages";

export function RootBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error, retry) => <main id="main">{pageError(error, retry)}</main>}>
      {children}
    </ErrorBoundary>
  );
}
