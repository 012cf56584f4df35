import { check, mentions, numberIn, numbersIn } from "@silo/verify";

const answer = "The open pipeline is worth **$507,500.00**; I left out OPP-0071, which is lost.";

console.log(numberIn(answer));

// Some names and no others: look for every one that the world has.
const ids = ["OPP-007", "OPP-0071"];
console.log(ids.filter((id) => mentions(answer, id)));

// An answer may have other numbers as well: say which kind is asked for.
const wordy = "The 28 open deals are worth $507,500.";
console.log(numberIn(wordy), numberIn(wordy, { only: "money" }));

// Two numbers of a kind are no answer to a question for one.
const unsure = "It is 507500, or 480000 without the overdue deals.";
console.log(numberIn(unsure), numbersIn(unsure));

console.log(
  check(
    "The answer gives the total",
    numberIn(unsure) === 507500,
    `It gives: ${numbersIn(unsure).join(", ")}.`,
  ),
);
