import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { HealthService } from './health.service.js';

class Health {
  @ApiProperty({ enum: ['ok', 'unavailable'] })
  status: 'ok' | 'unavailable';

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'For each check by name: `ok`, or what is wrong',
  })
  checks: Record<string, string>;
}

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Tells whether the process is running' })
  @ApiOkResponse({ type: Health })
  live(): Health {
    return { status: 'ok', checks: {} };
  }

  @Get('ready')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Tells whether requests can be served: the database is reachable and all migrations are applied',
  })
  @ApiOkResponse({ type: Health })
  @ApiResponse({ status: 503, type: Health })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const { ready, checks } = await this.health.readiness();
    if (!ready) void reply.status(503);
    return { status: ready ? 'ok' : 'unavailable', checks: { ...checks } };
  }
}
