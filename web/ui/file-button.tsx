// A button that lets a person choose files. The browser's own field for files is hidden: it cannot be translated.
import { useRef } from "react";
import { Button } from "./button";

interface FileButtonProps {
  label: string;
  /** Names the hidden field. */
  fieldLabel: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** At least one file. */
  onFiles(files: readonly [File, ...File[]]): void;
}

export function FileButton(props: FileButtonProps) {
  const { label, fieldLabel, accept, multiple = false, disabled = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={fieldLabel}
        onChange={(event) => {
          const [first, ...others] = event.target.files ?? [];
          if (first !== undefined) onFiles([first, ...others]);
          // Choosing the same file again, after correcting it, must count as a change.
          event.target.value = "";
        }}
      />
    </>
  );
}
