// Zod, told not to make code at run time: the page's content policy forbids that, and even trying counts.
import { z } from "zod";

z.config({ jitless: true });

export { z };
