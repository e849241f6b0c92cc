// The buttons of the example page, and the line that shows what the lab says. A page of your own can do the same.

const lab = document.getElementById("lab");
const said = document.getElementById("said");
const answer = document.getElementById("answer");

/** Runs one action of a button and shows its result, or what the lab found wrong. */
function onPress(id, action) {
  document.getElementById(id).addEventListener("click", async () => {
    try {
      answer.textContent = "…";
      answer.textContent = (await action()) ?? "done";
    } catch (error) {
      answer.textContent = error.message;
    }
  });
}

onPress("play", () => lab.play());
onPress("pause", () => lab.pause());
onPress("overload", () => lab.set({ "traffic.rate": 12000 }));
onPress("cure", () => lab.set({ "polling.enabled": true }));
onPress("measure", async () => {
  const report = await lab.trial();
  return `${Math.round(report.offered_pps)} packets/s offered, ${Math.round(report.delivered_pps)} delivered`;
});

// Every message of the lab is an event of the element: lab-ready, lab-state, lab-height, lab-result, lab-done, lab-error.
for (const name of ["lab-ready", "lab-state"]) {
  lab.addEventListener(name, ({ detail }) => {
    if (detail.state.diagnosis !== null) said.textContent = detail.state.diagnosis.headline;
  });
}
