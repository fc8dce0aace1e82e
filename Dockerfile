# The engine in a container: docker build -t gtpengine . && docker run -i --rm gtpengine
# Kernels are compiled for the machine that builds; on another kind of processor they are compiled once more at the first start.
# Keep what it learns and the games it plays: docker run -i --rm -v gtpengine:/home/go gtpengine
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY gtpengine ./gtpengine
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels gtpengine \
    && rm -rf /wheels \
    && useradd --create-home go
USER go
WORKDIR /home/go
RUN gtpengine warm
ENTRYPOINT ["gtpengine"]
