import { Counter, Gauge, Registry } from 'prom-client';

/** All that `/metrics` shows of us, without what the library measures of the process. */
export const registry = new Registry();
const registers = [registry];

/** What this process counts for `/metrics` (docs/operations.md): no label says anything about a person. */
export const limitRefusals = new Counter({
  name: 'claimdesk_limit_refusals_total',
  help: 'Attempts that were refused because a limit was reached, by limit.',
  labelNames: ['limit'] as const,
  registers,
});

export const changesHeard = new Gauge({
  name: 'claimdesk_changes_heard_timestamp_seconds',
  help: 'When the server last answered a change stream, by what follows it.',
  labelNames: ['follower'] as const,
  registers,
});
