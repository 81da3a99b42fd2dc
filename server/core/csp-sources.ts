/** Origins that an external service adds to the Content-Security-Policy, by kind. */
export interface CspSources {
  scripts?: readonly string[];
  /** Pages that ours embed in frames. */
  frames?: readonly string[];
  /** Origins that scripts may send requests to. */
  connections?: readonly string[];
}
