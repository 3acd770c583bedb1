/** A module is not a policy, or cannot be loaded, or its policy makes an impossible choice. */
export class PolicyModuleError extends Error {
  override readonly name = 'PolicyModuleError';
}
