/** Where the browser may fetch things for a service that is somebody else's, each as a source of the content policy. */
export interface CspSources {
  scripts?: readonly string[];
  /** Pages of theirs that stand inside ours. */
  frames?: readonly string[];
  /** What scripts may call. */
  connections?: readonly string[];
}
