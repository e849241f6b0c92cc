// A card: a section of the page with a heading. Controls and short remarks can be placed beside the heading. An error in
// its content is shown in the card; the other cards go on.
import { createContext, useContext, useId, type ReactNode } from "react";
import { cardError, ErrorBoundary } from "./error-boundary";
import { SaveButton } from "./save-button";

/** The heading of a card: `h3` where the cards are below another heading. */
export const CardHeading = createContext<"h2" | "h3">("h2");

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
          <CardTitle id={id} className="visually-hidden" title={title} />
          {canSave === true && (
            <div className="card-corner">
              <SaveButton name={title} />
            </div>
          )}
        </>
      ) : (
        <div className="card-head">
          <CardTitle id={id} className="card-title" title={title} />
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

function CardTitle({ title, ...rest }: { id: string; className: string; title: string }) {
  const props = { ...rest, tabIndex: -1 };
  return useContext(CardHeading) === "h3" ? (
    <h3 {...props}>{title}</h3>
  ) : (
    <h2 {...props}>{title}</h2>
  );
}
