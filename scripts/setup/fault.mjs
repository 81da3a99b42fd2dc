/** Something that the person at the keyboard can mend. Told as a sentence, without a stack trace. */
export class Fault extends Error {
  /**
   * @param {string} message what is wrong
   * @param {string} [remedy] what to do about it
   * @param {unknown} [cause]
   */
  constructor(message, remedy = '', cause = undefined) {
    super(message, { cause });
    this.name = 'Fault';
    this.remedy = remedy;
  }
}

/**
 * What the machine said, as a Fault where it is one: a full disk, a folder that may not be written.
 * @param {unknown} error
 * @param {string} folder where it was to write
 */
export function faultOfFiles(error, folder) {
  const code = /** @type {NodeJS.ErrnoException | null} */ (error)?.code;
  const text = `${code ?? ''} ${error instanceof Error ? error.message : String(error)}`;
  if (/\b(ENOSPC|EDQUOT)\b/.test(text)) {
    return new Fault(
      `The disk that holds ${folder} is full.`,
      'Reprise needs about 1 GB with its packages. Free some space and try again.',
      error,
    );
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(text)) {
    return new Fault(
      `Reprise may not write in ${folder}.`,
      'Give the folder to the user who starts Reprise, or copy it to a place that user may write in.',
      error,
    );
  }
  return error;
}

/**
 * Runs a script's work to its end. What has a remedy, here or in the server, is printed as the sentences that it is and
 * ends the process with status 1.
 * @param {() => Promise<unknown>} work
 */
export async function orTellFault(work) {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    if (!(error instanceof Error && 'remedy' in error)) throw error;
    process.stderr.write(`\n${error.message}\n${error.remedy ? `${error.remedy}\n` : ''}\n`);
  }
}
