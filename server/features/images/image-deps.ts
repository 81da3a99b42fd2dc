import type { HostingService, ImageHost } from '../../providers/images/port.ts';

/** What functions that store or find images need. */
export interface ImageDeps {
  imageHost: ImageHost;
  /** The hosting service to which browsers upload instead of to this server, if one is configured. */
  hosting?: HostingService | undefined;
  /**
   * The origin, such as `https://reprise.example`, without a trailing slash. It is known only once the server listens.
   */
  origin: () => string;
}
