/** Where the REST API of this version is served; links to its resources begin with it. */
export const API_PREFIX = '/v1';
