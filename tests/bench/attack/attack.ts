export interface Target {
  port: number;
  /** Where the attacker comes from. */
  localAddress: string;
  /** Of the attacker's own account. */
  token: string;
}

export interface AttackContext extends Target {
  /** Aborted when the attack is over. */
  signal: AbortSignal;
  /** What came of one thing that the attacker did. */
  note: (outcome: string) => void;
}

/** What one client can do to a JuFi at its default limits. Comes to its end soon after the signal. */
export interface Attack {
  name: string;
  run: (context: AttackContext) => Promise<void>;
}
