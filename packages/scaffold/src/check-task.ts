import type { SiloTask } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";
import type { Proof, ProofSource, ProvedRun, Script, ScriptCall } from "@silo/runtime";
import { CheckTally } from "./check-tally.js";
import { addObservations, verifierFile } from "./check-observations.js";
import { noMutants, type MutantCounts, type ProofRun, type TaskProof } from "./check-report.js";
import { names } from "./environment-files.js";
import { Findings, type FindingCode, type FindingPlace } from "./findings.js";
import { makeMutants, type Mutant } from "./mutants.js";
import { repeated } from "./repeated.js";
import { readSolution, type Solution } from "./solution-files.js";

/** How many mutants of one solution are run where nothing says; the ones beyond are counted. */
const defaultMutants = 100;

/** How often the same run must give the same verdict. */
const repeats = 3;

export interface CheckTaskOptions {
  source: ProofSource;
  /** The environment's, absolute. */
  folder: string;
  task: SiloTask;
  grants: readonly string[];
  /** Calls of the solutions of other tasks. */
  otherCalls: readonly ScriptCall[];
  /** How many mutants are run, beside those that a waiver names. */
  mutants?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A proved task, with what was found about it. */
export interface CheckedTask {
  proof: TaskProof;
  findings: Findings;
  /** SHA-256 of the world in which nothing was done; null where that is not known. */
  firstWorld: string | null;
}

/** Proves one task in a process of its own (contract S7). Throws `cancelled` and `file_access_denied`. */
export async function checkTask(options: CheckTaskOptions): Promise<CheckedTask> {
  const check = new TaskCheck(options);
  await check.prove();
  return check.checked();
}

class TaskCheck {
  readonly #options: CheckTaskOptions;
  readonly #findings = new Findings();
  readonly #tally = new CheckTally();
  readonly #verifierFile: string | undefined;
  #noop: ProvedRun | undefined;
  #solution: ProvedRun | undefined;
  #mutants: MutantCounts = { ...noMutants };
  #survivors: string[] = [];

  constructor(options: CheckTaskOptions) {
    this.#options = options;
    this.#verifierFile = verifierFile(options.folder, options.task.verifierId);
  }

  checked(): CheckedTask {
    const proof: TaskProof = {
      task: this.#options.task.id,
      ok: !this.#findings.hasErrors,
      noop: shown(this.#noop),
      solution: shown(this.#solution),
      mutants: this.#mutants,
      survivors: this.#survivors,
      checks: this.#tally.checks(),
    };
    return { proof, findings: this.#findings, firstWorld: this.#noop?.world ?? null };
  }

  async prove(): Promise<void> {
    const { source, folder, task, grants, signal } = this.#options;
    const solution = this.#findSolution(readSolution(folder, task.id));
    const module = solution && "module" in solution ? solution.module : undefined;
    try {
      const proof = await source.open({ task, grants, solution: module, signal });
      try {
        await this.#proveNoop(proof);
        if (solution) await this.#proveSolution(proof, solution);
      } finally {
        await proof.close();
      }
    } catch (thrown) {
      this.#addBroken(thrown, solution);
    }
  }

  #findSolution(found: ReturnType<typeof readSolution>): Solution | undefined {
    const { id } = this.#options.task;
    if (found === undefined) {
      const file = `${names.solutions}/${id}.json`;
      this.#add("solution_missing", `Task "${id}" has no solution, so nothing shows that it can be solved.`, {
        file: this.#taskFile,
        suggestion: `Write ${file} with calls and answer, or a module ${names.solutions}/${id}.ts that exports an agent`,
      });
      return undefined;
    }
    if (!("problem" in found)) return found;
    this.#add("solution_invalid", found.problem, { file: found.file, suggestion: "Correct the solution" });
    return undefined;
  }

  async #proveNoop(proof: Proof): Promise<void> {
    const { id, expectsNoChange = false } = this.#options.task;
    const nothing: Script = { calls: [], answer: "" };
    const run = await this.#repeat(proof, nothing, "when an agent does nothing");
    this.#noop = run;
    if (run.verdict !== "passed") return;
    const suggestion = expectsNoChange
      ? "Grade the answer: a task that expects no change has nothing else to tell who did the work"
      : "Require what the task asks for, so that the world as it was at first fails";
    const message = `An agent that does nothing passes task "${id}", with reward ${run.reward ?? 0}.`;
    this.#add("noop_passes", message, { ...this.#atVerifier, suggestion });
  }

  async #proveSolution(proof: Proof, solution: Solution): Promise<void> {
    const script = "script" in solution ? solution.script : undefined;
    const run = await this.#repeat(proof, script, "with the solution");
    this.#solution = run;
    const { file } = solution;
    for (const [index, { tool, isError, message }] of run.calls.entries()) {
      if (!isError) continue;
      const said = `Call ${index + 1} of the solution (${tool}) fails: ${message}`;
      this.#add("solution_call_fails", said, { file, suggestion: "A solution makes no call that fails" });
    }
    const hasEnded = ["completed", "environment_error"].includes(run.terminationReason);
    if (!hasEnded || run.verdict === "failed") this.#addSolutionFails(run, file);
    this.#compareChanges(run, file);
    if (run.verdict !== "passed") return;
    await this.#proveMutants(proof, run);
  }

  #addSolutionFails(run: ProvedRun, file: string): void {
    const failed = run.checks.filter(({ required, passed }) => required && !passed);
    const because = failed.map(({ label, detail }) =>
      detail === "" ? `"${label}"` : `"${label}": ${detail}`,
    );
    const end = run.terminationReason === "completed" ? "" : ` It ended as ${run.terminationReason}.`;
    const message = `The solution of task "${this.#options.task.id}" does not pass.${end}${because.length > 0 ? ` ${because.join(" ")}` : ""}`;
    this.#add("solution_fails", message, { file, suggestion: "Correct the solution, or the verifier" });
  }

  /** What the task says about changing the world must be what its solution does. */
  #compareChanges({ changed, verdict }: ProvedRun, file: string): void {
    const { id, expectsNoChange = false } = this.#options.task;
    if (verdict === "ungraded" || expectsNoChange === (changed.length === 0)) return;
    if (expectsNoChange) {
      const message = `Task "${id}" expects no change, but its solution changes ${changed.slice(0, 5).join(", ")}.`;
      this.#add("change_not_expected", message, {
        file,
        suggestion: "Correct the solution, or take expectsNoChange away",
      });
    } else {
      const message = `The solution of task "${id}" changes nothing, and the task does not say so.`;
      const suggestion = "Set expectsNoChange to true, and grade the answer";
      this.#add("no_change_not_declared", message, { file: this.#taskFile, suggestion });
    }
  }

  async #proveMutants(proof: Proof, solved: ProvedRun): Promise<void> {
    const { task, otherCalls, mutants = defaultMutants } = this.#options;
    const waived = new Set(task.waivers?.map(({ mutation }) => mutation));
    const all = makeMutants({
      solution: { calls: solved.calls.map(({ tool, input }) => ({ tool, input })), answer: solved.answer },
      tools: proof.tools,
      initialState: proof.state,
      finalState: solved.state,
      otherCalls,
    });
    // What a waiver names is always run: otherwise nobody could say whether it waives anything.
    const first = all.filter(({ mutation }) => waived.has(mutation));
    const rest = all.filter(({ mutation }) => !waived.has(mutation));
    const chosen = [...first, ...rest.slice(0, Math.max(0, mutants - first.length))];
    this.#mutants.notRun = all.length - chosen.length;
    const used = new Set<string>();
    for (const mutant of chosen) {
      const run = await proof.run(mutant.script);
      this.#see(run, `with the mutation "${mutant.mutation}"`);
      const outcome = judge(run, solved);
      if (outcome !== "survived") this.#mutants[outcome] += 1;
      else if (waived.has(mutant.mutation)) {
        used.add(mutant.mutation);
        this.#mutants.waived += 1;
      } else this.#addSurvivor(mutant, run);
    }
    for (const mutation of waived) if (!used.has(mutation)) this.#addUnusedWaiver(mutation, all);
    // Where somebody asked for few mutants, what would have failed a check may be among the others.
    if (this.#options.mutants === undefined || this.#mutants.notRun === 0) this.#addDeadChecks();
  }

  #addSurvivor({ mutation }: Mutant, { reward }: ProvedRun): void {
    this.#mutants.survived += 1;
    this.#survivors.push(mutation);
    const message = `Task "${this.#options.task.id}" still passes with this mutation of its solution: ${mutation} (reward ${reward ?? 0}).`;
    const suggestion =
      "Let the verifier require what is wrong there, or waive the mutation in the task's waivers, with a reason";
    this.#add("mutant_survives", message, { ...this.#atVerifier, suggestion });
  }

  #addUnusedWaiver(mutation: string, all: readonly Mutant[]): void {
    const why = all.some((mutant) => mutant.mutation === mutation)
      ? "that mutation does not pass"
      : "the solution has no such mutation";
    const message = `A waiver of task "${this.#options.task.id}" waives nothing, because ${why}: ${mutation}`;
    this.#add("waiver_unused", message, { file: this.#taskFile, suggestion: "Take the waiver away" });
  }

  #addDeadChecks(): void {
    for (const { label, passed, failed } of this.#tally.checks()) {
      if (passed > 0 && failed > 0) continue;
      const verdict = passed > 0 ? "passed" : "failed";
      const message = `The check "${label}" of task "${this.#options.task.id}" ${verdict} in each of ${passed + failed} runs, right and wrong ones; it tells nothing apart.`;
      this.#add("dead_check", message, {
        ...this.#atVerifier,
        suggestion: "Take the check away, or let it look at what can go wrong",
      });
    }
  }

  /** The same run again and again, the first time with a closer look. */
  async #repeat(proof: Proof, script: Script | undefined, label: string): Promise<ProvedRun> {
    const first = await proof.run(script, { isThorough: true });
    this.#see(first, label);
    for (let turn = 1; turn < repeats; turn += 1) {
      const run = await proof.run(script);
      this.#see(run, label);
      const { id } = this.#options.task;
      if (outcomeOf(run) !== outcomeOf(first)) {
        const message = `Two equal runs of task "${id}" end differently (seen ${label}): they differ in ${differenceOf(first, run)}.`;
        this.#add(
          "run_not_repeatable",
          message,
          { suggestion: "Let nothing but the state and the input decide" },
          label,
        );
      } else if (verdictOf(run) !== verdictOf(first)) {
        const message = `Two equal runs of task "${id}" are judged differently (seen ${label}).`;
        const suggestion = "Let the verifier look at nothing but the states and the context that it is given";
        this.#add("verdict_not_repeatable", message, { ...this.#atVerifier, suggestion }, label);
      }
    }
    return first;
  }

  #see(run: ProvedRun, label: string): void {
    addObservations(run, label, { findings: this.#findings, folder: this.#options.folder });
    this.#tally.add(run);
    this.#addUngraded(run, label);
    for (const twice of repeated(run.checks.map(({ label: name }) => name))) {
      const message = `Verifier "${this.#options.task.verifierId}" has two checks with the label "${twice}"; nobody can tell which one failed.`;
      this.#add("check_label_duplicate", message, {
        ...this.#atVerifier,
        suggestion: "Give each check a label of its own",
      });
    }
  }

  #addUngraded({ ungradedBy, observations }: ProvedRun, label: string): void {
    if (!ungradedBy) return;
    // They say better what the verifier did.
    if (observations.some(({ kind }) => kind === "no_required_check" || kind === "verifier_mutates")) return;
    const message = `${ungradedBy.message} (seen ${label})`;
    const key = this.#options.task.id;
    const { code } = ungradedBy;
    if (code === "environment_failed") this.#add(code, message, {}, key);
    // A solution that waits for an answer does not pass, which is told as that.
    else if (code === "verifier_failed" || code === "verifier_timeout") {
      const suggestion = "A verifier must grade every world that an agent can leave behind";
      const place = { ...this.#atVerifier, suggestion };
      this.#add(code, message, place, key);
    }
  }

  /** The process broke, or was ended: what was proved until then stands. */
  #addBroken(thrown: unknown, solution: Solution | undefined): void {
    if (isSiloError(thrown, "environment_failed")) {
      const isVerifier = String(thrown.details["place"]).startsWith("verifiers.");
      const message = `${thrown.message} The proof of task "${this.#options.task.id}" ended there.`;
      this.#add(
        isVerifier ? "verifier_timeout" : "environment_failed",
        message,
        isVerifier ? this.#atVerifier : {},
      );
    } else if (isSiloError(thrown, "agent_invalid") || isSiloError(thrown, "agent_not_found")) {
      this.#add("solution_invalid", thrown.message, solution ? { file: solution.file } : {});
    } else if (isSiloError(thrown, "load_timeout")) {
      this.#add("load_failed", thrown.message);
    } else throw thrown;
  }

  get #taskFile(): string {
    return `${names.tasks}/${this.#options.task.id}.json`;
  }

  /** What is wrong with a verifier is told where it stands, or else at its task. */
  get #atVerifier(): { file: string } {
    return { file: this.#verifierFile ?? this.#taskFile };
  }

  #add(code: FindingCode, message: string, place: FindingPlace = {}, key?: string): void {
    this.#findings.add(code, message, place, key);
  }
}

function judge(run: ProvedRun, solved: ProvedRun): "failed" | "survived" | "equivalent" | "ungraded" {
  if (run.world !== null && run.world === solved.world && run.answer === solved.answer) return "equivalent";
  if (run.verdict === "ungraded") return "ungraded";
  return run.verdict === "failed" ? "failed" : "survived";
}

function shown(run: ProvedRun | undefined): ProofRun | null {
  return run ? { verdict: run.verdict, reward: run.reward, calls: run.calls.length } : null;
}

function outcomeOf({ world, answer, terminationReason, calls }: ProvedRun): string {
  return JSON.stringify([world, answer, terminationReason, calls]);
}

function verdictOf({ verdict, reward, checks }: ProvedRun): string {
  return JSON.stringify([verdict, reward, checks]);
}

function differenceOf(first: ProvedRun, other: ProvedRun): string {
  if (JSON.stringify(first.calls) !== JSON.stringify(other.calls)) return "their calls";
  if (first.answer !== other.answer) return "their answers";
  return first.world === other.world ? "how they ended" : "the worlds that they left";
}
