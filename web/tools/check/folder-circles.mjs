// A configuration of dependency-cruiser: no circle among the folders of web/. Folders have no tests here, because a test may
// stand on anything; .dependency-cruiser.mjs has the rules of single files.
import files from "../../../.dependency-cruiser.mjs";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles-of-folders",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...files.options,
    exclude: { path: ["^virtual:", "[.](test|test-data)[.](tsx?|mjs)$"] },
  },
};
