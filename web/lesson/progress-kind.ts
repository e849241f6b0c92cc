// What a file with a learner's progress says it is. Apart from what reads it: the lab knows the name alone.

export const PROGRESS_FILE_KIND = "livelock-lab progress";
