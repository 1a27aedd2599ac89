// A coreference system in JavaScript: reads one document a line, answers one line each, in the same order.
//
// Audit it:  corefair audit "command:node examples/outside_system.mjs"

import { createInterface } from "node:readline";

const PRONOUNS = new Set(["she", "her", "he", "him", "his", "they", "them", "their", "ze", "xe"]);

// Your system goes here. This one links each pronoun to the first "the …" or name of the document.
function resolve(words) {
  const first = words.findIndex((word, i) => word.toLowerCase() === "the" || (i === 0 && /^[A-Z]/.test(word)));
  if (first < 0) return [];
  const person = /^(the|my)$/i.test(words[first]) ? [first, first + 2] : [first, first + 1]; // ends are exclusive
  const pronouns = words.flatMap((word, i) => (PRONOUNS.has(word.toLowerCase()) ? [[i, i + 1]] : []));
  return pronouns.length ? [[person, ...pronouns]] : [];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, words } = JSON.parse(line); // also "sentences", and "text" where there is one
  console.log(JSON.stringify({ id, clusters: resolve(words) })); // print nothing else; log to stderr
}
