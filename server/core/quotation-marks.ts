const [quote, feed, carriageReturn] = [0x22, 0x0a, 0x0d];

/**
 * Finds the quotation marks of a CSV file, so that an error can name the line where one was opened. Lines end with \n,
 * \r\n or \r. It is told the bytes of the file in pieces of any size.
 */
export class QuotationMarks {
  /** The line on which the row began that has not ended yet. */
  rowLine = 1;
  /** The first mark that stands inside a value, and where the one before it was opened in the same value. */
  stray: { line: number; openedLine: number | undefined } | undefined;
  readonly #delimiter: number;
  #line = 1;
  #openedLine: number | undefined;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #follows: number | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The line where the mark was opened that is not closed. */
  get openLine(): number | undefined {
    return this.#state === 'quoted' ? this.#openedLine : undefined;
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.stray) return;
      const isSecondOfBreak = byte === feed && this.#follows === carriageReturn;
      this.#follows = byte;
      if (!isSecondOfBreak) this.#readByte(byte, byte === feed || byte === carriageReturn);
    }
  }

  #readByte(byte: number, isBreak: boolean): void {
    if (isBreak) this.#line += 1;
    if (this.#state === 'quoted') {
      if (byte === quote) this.#state = 'closed';
    } else if (isBreak) {
      this.#state = 'start';
      this.rowLine = this.#line;
    } else if (byte === this.#delimiter) {
      this.#state = 'start';
    } else if (byte === quote && this.#state !== 'plain') {
      // Two in a row inside a value are one that belongs to it.
      if (this.#state === 'start') this.#openedLine = this.#line;
      this.#state = 'quoted';
    } else if (byte === quote) {
      this.stray = { line: this.#line, openedLine: undefined };
    } else if (this.#state === 'closed') {
      this.stray = { line: this.#line, openedLine: this.#openedLine };
    } else {
      this.#state = 'plain';
    }
  }
}
