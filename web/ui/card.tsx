// A card: a section of the page with a heading. Controls and short remarks can be placed beside the heading. An error in
// its content is shown in the card; the other cards go on.
import { useId, type ReactNode } from "react";
import { cardError, ErrorBoundary } from "./error-boundary";
import { SaveButton } from "./save-button";

interface CardProps {
  title: string;
  /** Id of the heading, for code that moves the focus to it. */
  id?: string;
  /** Controls or a short remark beside the title. */
  headerContent?: ReactNode;
  /** Has a button that saves its pictures and tables. */
  canSave?: boolean;
  /** Hides the title from the screen, but not from screen readers. */
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card(props: CardProps) {
  const { title, headerContent, hideTitle, canSave, className, children } = props;
  const own = useId();
  const id = props.id ?? own;
  return (
    <section className={`card ${className ?? ""}`} aria-labelledby={id}>
      {hideTitle === true ? (
        <>
          <h2 id={id} className="visually-hidden" tabIndex={-1}>
            {title}
          </h2>
          {canSave === true && (
            <div className="card-corner">
              <SaveButton name={title} />
            </div>
          )}
        </>
      ) : (
        <div className="card-head">
          <h2 id={id} className="card-title" tabIndex={-1}>
            {title}
          </h2>
          {(headerContent !== undefined || canSave === true) && (
            <div className="card-header-content">
              {headerContent}
              {canSave === true && <SaveButton name={title} />}
            </div>
          )}
        </div>
      )}
      <ErrorBoundary fallback={cardError}>{children}</ErrorBoundary>
    </section>
  );
}
