/** The part of autocannon that is used; it has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method: 'GET' | 'POST';
    path: string;
    body?: string;
    headers?: Record<string, string>;
    /** Called before each request; what it returns is sent. */
    setupRequest?: (request: Request) => Request;
  }

  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests: Request[];
  }

  interface Result {
    requests: { total: number };
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    errors: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
