/** Where an attacker's push service listens, which the server under attack knows as one. */
export const TARPIT_PORT = 43_219;

export interface Target {
  port: number;
  /** The attacker's address. */
  localAddress: string;
  /** The attacker's own account. */
  token: string;
}

export interface AttackContext extends Target {
  /** Aborted when the attack is over. */
  signal: AbortSignal;
  /** Records one result of the attacker's actions. */
  note: (outcome: string) => void;
}

/** One client's attack on a JuFi with default limits. Ends soon after the signal. */
export interface Attack {
  name: string;
  run: (context: AttackContext) => Promise<void>;
}
