{{- define "gleaner.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "gleaner.labels" -}}
app.kubernetes.io/name: gleaner
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "gleaner.secret" -}}
{{- .Values.secret.name | default (include "gleaner.name" .) -}}
{{- end -}}

{{- define "gleaner.archiveClaim" -}}
{{- .Values.archive.existingClaim | default (printf "%s-archive" (include "gleaner.name" .)) -}}
{{- end -}}

{{/* Variables from a map of settings, in the order of their names. */}}
{{- define "gleaner.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{/* Of processes that use the database. */}}
{{- define "gleaner.databaseEnv" -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ include "gleaner.secret" . }}, key: DATABASE_URL } }
- name: DATABASE_OWNER_URL
  valueFrom: { secretKeyRef: { name: {{ include "gleaner.secret" . }}, key: DATABASE_OWNER_URL, optional: true } }
- name: API_KEYS
  valueFrom: { secretKeyRef: { name: {{ include "gleaner.secret" . }}, key: API_KEYS } }
- name: ARCHIVE_DIR
  value: /archive
{{- include "gleaner.settings" .Values.settings }}
{{- end -}}

{{/* Of members of the fleet. The argument is a list: the root, and the role whose credentials they have. */}}
{{- define "gleaner.fleetEnv" -}}
{{- $root := index . 0 }}
{{- with $root.Values.fleet }}
- name: NATS_URL
  value: {{ required "fleet.nats.url: the fleet needs the address of NATS" .nats.url | quote }}
{{- if .nats.credentialsSecret }}
- name: NATS_CREDENTIALS
  value: /etc/gleaner/nats/{{ index $ 1 }}.creds
{{- end }}
{{- if .nats.caSecret }}
- name: NATS_CA
  value: /etc/gleaner/nats-ca/ca.crt
{{- end }}
{{- include "gleaner.settings" .settings }}
{{- end }}
{{- end -}}

{{- define "gleaner.fleetMounts" -}}
{{- with .Values.fleet.nats }}
{{- if .credentialsSecret }}
- { name: nats-credentials, mountPath: /etc/gleaner/nats, readOnly: true }
{{- end }}
{{- if .caSecret }}
- { name: nats-ca, mountPath: /etc/gleaner/nats-ca, readOnly: true }
{{- end }}
{{- end }}
{{- end -}}

{{/* A process sees the credentials of its own role and no others. */}}
{{- define "gleaner.fleetVolumes" -}}
{{- $root := index . 0 }}
{{- $role := index . 1 }}
{{- with $root.Values.fleet.nats }}
{{- if .credentialsSecret }}
- name: nats-credentials
  secret:
    secretName: {{ .credentialsSecret }}
    items: [{ key: {{ $role }}.creds, path: {{ $role }}.creds }]
{{- end }}
{{- if .caSecret }}
- name: nats-ca
  secret: { secretName: {{ .caSecret }} }
{{- end }}
{{- end }}
{{- end -}}

{{- define "gleaner.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "gleaner.podSettings" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "gleaner.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 5
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
{{- end -}}

{{- define "gleaner.scrape" -}}
{{- if .Values.metrics.annotations }}
prometheus.io/scrape: 'true'
prometheus.io/port: '3001'
prometheus.io/path: /metrics
{{- end }}
{{- end -}}

{{- define "gleaner.archiveVolume" -}}
- name: archive
  {{- if .Values.archive.enabled }}
  persistentVolumeClaim: { claimName: {{ include "gleaner.archiveClaim" . }} }
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end -}}
