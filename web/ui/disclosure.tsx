// A section that can be folded. The content of a folded section is not rendered, so it costs nothing. Of a section with
// tables it is rendered, but not shown, while somebody saves or prints the page.
import { useId, useState, type ReactNode } from "react";
import { useFoldedTables } from "./folded-tables";
import { Icon } from "./icon";

interface DisclosureProps {
  label: string;
  /** Added to the label for screen readers only, where a page has several sections with the same label. */
  labelSuffix?: string;
  /** Shown beside the label while folded: the content in a few words. */
  summary?: ReactNode;
  /** The content has tables, which can be saved and printed while it is folded. */
  hasTables?: boolean;
  /** Shows the summary also when unfolded, for a label that is a question and a summary that is its answer. */
  keepSummary?: boolean;
  children: ReactNode;
  /** `open` and `onToggle` together make it a controlled component; otherwise it keeps its own state. */
  open?: boolean;
  onToggle?(open: boolean): void;
  /** Level of the heading around the button. Without it there is no heading. */
  heading?: 2 | 3;
  className?: string;
}

export function Disclosure(props: DisclosureProps) {
  const { label, labelSuffix, summary, children, heading, className } = props;
  const id = useId();
  const [own, setOwn] = useState(false);
  const open = props.open ?? own;
  const isRead = useFoldedTables() && props.hasTables === true;
  const toggle = () => {
    setOwn(!open);
    props.onToggle?.(!open);
  };
  const button = (
    <button
      type="button"
      className="disclosure-button"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={toggle}
    >
      <span className="disclosure-label">
        {label}
        {labelSuffix !== undefined && <span className="visually-hidden"> {labelSuffix}</span>}
      </span>
      {(!open || props.keepSummary === true) && summary !== undefined && (
        <span className="disclosure-summary">{summary}</span>
      )}
      <span className={`disclosure-icon ${open ? "disclosure-icon-open" : ""}`}>
        <Icon name="chevron" size={14} />
      </span>
    </button>
  );
  const Heading = heading === 2 ? "h2" : "h3";
  return (
    <div className={`disclosure ${className ?? ""}`}>
      {heading === undefined ? button : <Heading className="disclosure-heading">{button}</Heading>}
      {(open || isRead) && (
        <div id={id} className="disclosure-body" hidden={!open}>
          {children}
        </div>
      )}
    </div>
  );
}
