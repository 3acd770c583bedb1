/** The path of a nats-server, or why there is none. */
export function findNatsServer(): { readonly path: string } | { readonly reason: string };
