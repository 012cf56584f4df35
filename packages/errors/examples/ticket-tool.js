import { toolError, toToolErrorValue } from "@silo/errors";

const tickets = new Map([
  ["T-1", { id: "T-1", status: "open" }],
  ["T-2", { id: "T-2", status: "closed" }],
]);

function assignTicket({ ticketId, agent }) {
  const ticket = tickets.get(ticketId);
  if (ticket === undefined) {
    throw toolError(
      "not_found",
      `There is no ticket ${ticketId}; there are ${[...tickets.keys()].join(", ")}.`,
    );
  }
  if (ticket.status !== "open") {
    throw toolError("invalid_state", `Ticket ${ticket.id} is ${ticket.status}, not open.`);
  }
  ticket.assignee = agent.name;
  return ticket;
}

function callTool(input) {
  try {
    return { output: assignTicket(input) };
  } catch (thrown) {
    const { value, fault } = toToolErrorValue(thrown, { tool: "assign_ticket" });
    // A fault of the tool itself is for whoever wrote it, not for the agent.
    if (fault) console.error(fault.stack);
    return { output: value, isError: true };
  }
}

console.log(JSON.stringify(callTool({ ticketId: "T-1", agent: { name: "Kim" } })));
console.log(JSON.stringify(callTool({ ticketId: "T-2", agent: { name: "Kim" } })));
console.log(JSON.stringify(callTool({ ticketId: "T-1" })));
