package sim

import (
	"math"
	"slices"
)

// A matrix is square and symmetric.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// factorize replaces the lower half of the matrix by its Cholesky factor, for solve. It
// returns false if the matrix is not positive definite.
func (m matrix) factorize() bool {
	for i, row := range m {
		for j, other := range m[:i] {
			row[j] = (row[j] - dot(row[:j], other)) / other[j]
		}
		square := row[i] - dot(row[:i], row)
		if !(square > 0) {
			return false
		}
		row[i] = math.Sqrt(square)
	}
	return true
}

// solve returns the vector whose product with the factorized matrix is v.
func (m matrix) solve(v []float64) []float64 {
	x := slices.Clone(v)
	for i, row := range m {
		x[i] = (x[i] - dot(row[:i], x)) / row[i]
	}
	for i, row := range slices.Backward(m) {
		x[i] /= row[i]
		for j := range i {
			x[j] -= float64(row[j] * x[i])
		}
	}
	return x
}

// dot returns the sum of the products; b may be longer than a.
func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}
