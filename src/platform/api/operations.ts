import { ApiOperation } from '@nestjs/swagger';

/** A decorator for the handlers of REST that names a call and says what it does. Resolvers take the same text for their description. */
export function operationsOf<K extends string>(
  texts: Readonly<Record<K, string>>,
): (operationId: K, description?: string) => MethodDecorator {
  return (operationId, description) => ApiOperation({ summary: texts[operationId], operationId, description });
}
