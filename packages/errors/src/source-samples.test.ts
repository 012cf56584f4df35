import { describe, expect, it } from "vitest";
import { isSiloError, siloError } from "./silo-codes.js";
import { StateError, type Suggestion } from "./silo-error.js";
import {
  InputInvalidError,
  PermissionDeniedError,
  ToolError,
  toolError,
  ToolNotFoundError,
} from "./tool-error.js";
import { toToolErrorValue } from "./tool-error-value.js";

describe("samples of the source documents", () => {
  it("000: an author updates a task that is there already", async () => {
    const calls: string[] = [];
    const task = { id: "TASK-001" };
    const env = {
      tasks: {
        add: async ({ id }: typeof task): Promise<void> => {
          await Promise.resolve();
          throw siloError("task_already_exists", { taskId: id, environment: "demo" });
        },
        update: async ({ id }: typeof task): Promise<void> => {
          await Promise.resolve();
          calls.push(`update ${id}`);
        },
      },
    };

    try {
      await env.tasks.add(task);
    } catch (error) {
      if (isSiloError(error) && error.code === "task_already_exists") {
        await env.tasks.update(task);
      }
    }

    expect(calls).toEqual(["update TASK-001"]);
  });

  it("000: a tool throws, and the agent gets a value", () => {
    const agent = { name: "Kim" };
    const run = (): never => {
      throw toolError("not_allowed", `Agent ${agent.name} is not available to take work.`);
    };
    expect(catchValue(run)).toEqual({
      code: "not_allowed",
      message: "Agent Kim is not available to take work.",
    });
  });

  it("000: the value of a schema violation", () => {
    const message =
      'Invalid arguments for "get_opportunity": "opportunityId" is required; "opportunityID" is not a parameter; expected one of: opportunityId.';
    const run = (): never => {
      throw new InputInvalidError({ tool: "get_opportunity", message });
    };
    expect(catchValue(run)).toEqual({ code: "invalid_input", message });
  });

  it("001: a host branches on the code of what it caught", () => {
    const seen: string[] = [];
    const failures = [
      new PermissionDeniedError("fs.write", "fs:write"),
      new InputInvalidError({ tool: "fs.write", message: "x" }),
      new ToolNotFoundError("fs.wrte"),
      new Error("not a tool's"),
    ];
    for (const failure of failures) {
      try {
        throw failure;
      } catch (thrown) {
        if (thrown instanceof ToolError) {
          switch (thrown.code) {
            case "PERMISSION_DENIED":
              seen.push("grant");
              break;
            case "INPUT_INVALID":
              seen.push("rewrite");
              break;
            default:
              seen.push("other");
              break;
          }
        }
      }
    }
    expect(seen).toEqual(["grant", "rewrite", "other"]);
  });

  it("004: an error with a suggestion", () => {
    const suggestion: Suggestion = {
      action: "check",
      fix: "Verify the repository name is correct",
      example: "mytool list-repos",
      applicability: "always",
    };
    const error = new StateError({ message: "Repository not found", code: "E3001", suggestion });
    expect(error).toMatchObject({
      code: "E3001",
      category: "state",
      exitCode: 10,
      isRetryable: false,
      suggestion,
    });
  });
});

function catchValue(run: () => never): { code: string; message: string } {
  try {
    return run();
  } catch (thrown) {
    return toToolErrorValue(thrown, { tool: "tool" }).value;
  }
}
