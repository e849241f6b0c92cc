// A card: a named region of the page. Its heading is a real heading; what stands at its right are the
// card's own controls.
import { useId, type ReactNode } from "react";

interface CardProps {
  title: string;
  /** The heading's, so that it can be given the focus. */
  id?: string;
  /** Beside the title: controls or a short remark. */
  aside?: ReactNode;
  /** The title is read aloud but not shown. */
  untitled?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card(props: CardProps) {
  const { title, aside, untitled, className, children } = props;
  const own = useId();
  const id = props.id ?? own;
  return (
    <section className={`card ${className ?? ""}`} aria-labelledby={id}>
      {untitled === true ? (
        <h2 id={id} className="aloud" tabIndex={-1}>
          {title}
        </h2>
      ) : (
        <div className="card-head">
          <h2 id={id} className="card-title" tabIndex={-1}>
            {title}
          </h2>
          {aside !== undefined && <div className="card-aside">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
