/** Where the time comes from. Tests hold it still; nothing else in the server asks for the time of day. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
