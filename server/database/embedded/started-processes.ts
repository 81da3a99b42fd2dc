/** Process ids of what this process has started, or uses, of PostgreSQL. */
const running = new Set<number>();

/** Remembers a process until it has ended. */
export function rememberUntilExit(pid: number, exited: Promise<unknown>): void {
  running.add(pid);
  const forget = () => void running.delete(pid);
  exited.then(forget, forget);
}

/** Stops them without waiting, for a process that is about to end. It loses no commit: the next start recovers from the log. */
export function killStartedProcesses(): void {
  for (const pid of running) {
    try {
      // An immediate stop of a server; initdb removes what it has made.
      process.kill(pid, process.platform === 'win32' ? 'SIGKILL' : 'SIGQUIT');
    } catch {
      // It has just ended.
    }
  }
}
