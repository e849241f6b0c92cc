// A card: a named region of the page. Its heading is a real heading; what stands at its right are the
// card's own controls.
import { useId, type ReactNode } from "react";

interface CardProps {
  title: string;
  /** The heading's, so that it can be given the focus. */
  id?: string;
  /** Beside the title: controls or a short remark. */
  headerContent?: ReactNode;
  /** The title is read aloud but not shown. */
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card(props: CardProps) {
  const { title, headerContent, hideTitle, className, children } = props;
  const own = useId();
  const id = props.id ?? own;
  return (
    <section className={`card ${className ?? ""}`} aria-labelledby={id}>
      {hideTitle === true ? (
        <h2 id={id} className="visually-hidden" tabIndex={-1}>
          {title}
        </h2>
      ) : (
        <div className="card-head">
          <h2 id={id} className="card-title" tabIndex={-1}>
            {title}
          </h2>
          {headerContent !== undefined && (
            <div className="card-header-content">{headerContent}</div>
          )}
        </div>
      )}
      {children}
    </section>
  );
}
