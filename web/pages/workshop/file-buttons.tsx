// The file of a program: its name, saved to the device and opened from it; and its removal, which can be taken back.
import { useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Workshop } from "../../desk/workshop/workshop";
import { openProgramFile } from "../../desk/workshop/program-file";
import { saveFile } from "../../lib/save-file";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { FileButton } from "../../ui/file-button";
import { pressedKey } from "../../ui/pressed-key";

export function FileButtons({ workshop }: { workshop: Workshop }) {
  const { programs } = workshop;
  const open = useStore(workshop.state, (state) => state.open);
  const file = useStore(programs.store, () => programs.find(open ?? "")?.file ?? "");
  const [typed, setTyped] = useState<string | null>(null);
  const rename = () => {
    if (typed !== null) workshop.rename(typed);
    setTyped(null);
  };
  return (
    <div className="workshop-files">
      <label className="workshop-name">
        <span>{tr("File")}</span>
        <input
          value={typed ?? file}
          maxLength={200}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={rename}
          onKeyDown={(event) => pressedKey(event) === "Enter" && rename()}
        />
      </label>
      <FileButton
        label={tr("Open a file")}
        fieldLabel={tr("Program file")}
        accept=".c,.h,.txt,text/plain"
        onFiles={([chosen]) => void openProgramFile(workshop, chosen)}
      />
      <Button
        onClick={() => {
          const text = programs.find(open ?? "")?.text ?? "";
          saveFile(file.endsWith(".c") ? file : `${file}.c`, text, "text/x-c");
        }}
      >
        {tr("Save as a file")}
      </Button>
      <Button onClick={workshop.remove}>{tr("Remove")}</Button>
    </div>
  );
}
