// A card: a named region of the page. Its heading is a real heading; what stands at its right are the
// card's own controls.
import { useId, type ReactNode } from "react";

interface CardProps {
  title: string;
  /** Beside the title: controls or a short remark. */
  aside?: ReactNode;
  /** The title is read aloud but not shown. */
  untitled?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, aside, untitled, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={`card ${className ?? ""}`} aria-labelledby={id}>
      {untitled === true ? (
        <h2 id={id} className="aloud">
          {title}
        </h2>
      ) : (
        <div className="card-head">
          <h2 id={id} className="card-title">
            {title}
          </h2>
          {aside !== undefined && <div className="card-aside">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
