// Progress given away as a file.
import { formatProgressFile } from "../../lesson/progress";
import type { ProgressStore } from "../../store/lesson/progress-store";
import { saveFile } from "../../ui/save-file";

const FILE_NAME = "livelock-lab-progress.json";

export function saveProgress({ store }: ProgressStore): void {
  saveFile(FILE_NAME, formatProgressFile(store.get().lessons));
}
