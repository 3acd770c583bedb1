/** Path prefix of this version of the REST API and of links to its resources. */
export const API_PREFIX = '/v1';
